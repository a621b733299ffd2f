"""`compile_all()`: the inner loops of the solvers, and no others."""

import pytest

from knight_models.engine.kernel import DONE, KERNELS, Kernel
from knight_models.tasks.compiling import compile_all


def passing(budget: int) -> int:
    return DONE


@pytest.fixture
def kernel_of_nobody():
    kernel = Kernel(passing)
    yield kernel
    KERNELS.remove(kernel)


def test_a_kernel_that_no_module_holds_is_left_alone(kernel_of_nobody):
    assert kernel_of_nobody in KERNELS
    names = [each.name for each in compile_all()]
    assert "passing" not in names
    assert {"plain_search", "numbered_search", "rotation", "board_walk", "graph_walk", "follow"} <= set(
        names
    )
