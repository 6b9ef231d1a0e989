/** Ordering by hand: by mouse, by touch and by keyboard. */
export const sorting = {
  reorder: 'Reorder {name}',
  role: 'draggable',
  instructions:
    'Press Space to lift, the arrow keys to move, Space again to drop, and Esc to cancel.',
  lifted: '{name} is lifted, position {at} of {count}.',
  moved: '{name} is at position {at} of {count}.',
  dropped: '{name} is dropped at position {at} of {count}.',
  cancelled: '{name} is back at position {at} of {count}.',
} as const;
