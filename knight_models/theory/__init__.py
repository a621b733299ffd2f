"""What is known of tours: existence theorems, published counts, symmetry, metrics."""
