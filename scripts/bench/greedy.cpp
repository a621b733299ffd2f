// Warnsdorff's walk from every square, ROUNDS times: greedy ROUNDS
// Ties go to the first in move order. Prints: squares placed, complete walks, seconds of processor time.

#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "board.hpp"

namespace {

// The length of the walk from a start; its squares stand in path.
int walk(const Board& board, int start, std::array<int, squares>& path) {
    std::array<bool, squares> visited{};
    std::array<std::uint8_t, squares> onward = board.degree;
    int here = start;
    int length = 0;
    while (true) {
        path[length++] = here;
        visited[here] = true;
        int next = -1;
        int fewest = 9;
        for (int i = 0; i < board.degree[here]; ++i) {
            const int neighbour = board.neighbours[here][i];
            const int left = --onward[neighbour];
            if (!visited[neighbour] && left < fewest) {
                fewest = left;
                next = neighbour;
            }
        }
        if (next < 0) return length;
        here = next;
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 1;
    const Board board;
    std::array<int, squares> path{};
    long long placed = 0, complete = 0;
    const std::clock_t began = std::clock();
    for (int round = 0; round < rounds; ++round)
        for (int start = 0; start < squares; ++start) {
            const int length = walk(board, start, path);
            placed += length;
            complete += length == squares;
        }
    const double took = double(std::clock() - began) / CLOCKS_PER_SEC;
    std::printf("%lld %lld %.9f\n", placed, complete, took);
}
