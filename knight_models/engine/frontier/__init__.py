"""The frontier method: all Hamiltonian cycles of a graph at once, vertex by vertex.

`cycles.py` turns a problem into a graph whose Hamiltonian cycles are its tours. A sweep (`sweep.py`)
visits the vertices of that graph in an order (`orders.py`). What the visited vertices leave to the others
is a mate state (`states.py`); `degrees.py` finds which states the others can complete; `layers.py` takes
all states, each with its count, through a step at a time, in the hash tables of `tables.py`;
`completions.py` goes back, and draws cycles. `quotients.py` and `symmetric.py` have symmetric tours.

References
----------
.. [1] D. E. Knuth, The Art of Computer Programming 4A (2011), section 7.1.4, and volume 4, pre-fascicle 8A.
.. [2] M. Löbbing and I. Wegener, "The number of knight's tours equals 33,439,123,484,294", Electronic
   Journal of Combinatorics 3 (1996), R5. The number is wrong (the comment there gives McKay's), the method
   is right.
"""
