// Plain depth-first search in move order from the top-left corner: search
// Prints: squares placed, squares taken back, seconds of processor time.

#include <cstdio>
#include <ctime>

#include "board.hpp"

namespace {

struct Search {
    const Board& board;
    std::array<bool, squares> visited{};
    std::array<int, squares> path{};
    std::array<int, squares> tried{};  // how many moves from each square of the path
    long long placed = 0, taken_back = 0;

    // Whether there is an open tour from a start.
    bool run(int start) {
        int depth = 0;
        place(start, depth++);
        while (depth > 0 && depth < squares) {
            const int next = untried(depth - 1);
            if (next >= 0) {
                place(next, depth++);
            } else {
                visited[path[--depth]] = false;
                ++taken_back;
            }
        }
        return depth == squares;
    }

    void place(int square, int depth) {
        path[depth] = square;
        tried[depth] = 0;
        visited[square] = true;
        ++placed;
    }

    // The next unvisited square from the one at this depth; -1 if none is left.
    int untried(int depth) {
        const int here = path[depth];
        while (tried[depth] < board.degree[here]) {
            const int neighbour = board.neighbours[here][tried[depth]++];
            if (!visited[neighbour]) return neighbour;
        }
        return -1;
    }
};

}  // namespace

int main() {
    const Board board;
    Search search{board};
    const std::clock_t began = std::clock();
    const bool found = search.run(0);
    const double took = double(std::clock() - began) / CLOCKS_PER_SEC;
    std::printf("%lld %lld %.9f\n", search.placed, search.taken_back, took);
    return found ? 0 : 1;
}
