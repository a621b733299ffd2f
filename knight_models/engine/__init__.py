"""What solvers and counting share: moves as arrays, kernels, random numbers, orders, walks."""
