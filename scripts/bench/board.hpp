// The knight's moves on a square board of SIDE x SIDE, as lists of neighbours in move order.
#pragma once

#include <array>
#include <cstdint>

#ifndef SIDE
#define SIDE 8
#endif

constexpr int side = SIDE;
constexpr int squares = side * side;

// The order that the table of scripts/bench.py calls rule D, as (row, column).
constexpr int moves[8][2] = {{2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}, {1, -2}, {2, -1}};

struct Board {
    std::array<std::uint8_t, squares> degree{};
    std::array<std::array<int, 8>, squares> neighbours{};

    Board() {
        for (int row = 0; row < side; ++row)
            for (int column = 0; column < side; ++column)
                for (const auto& [rise, shift] : moves) {
                    const int there = row + rise, across = column + shift;
                    if (there < 0 || there >= side || across < 0 || across >= side) continue;
                    const int square = row * side + column;
                    neighbours[square][degree[square]++] = there * side + across;
                }
    }
};
