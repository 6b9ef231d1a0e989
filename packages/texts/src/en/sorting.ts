/** Manual sorting by mouse, touch and keyboard. */
export const sorting = {
  reorder: 'Reorder {name}',
  role: 'draggable',
  instructions:
    'Press Space to pick up, use the arrow keys to move, press Space again to drop, or Esc to cancel.',
  lifted: '{name} picked up, position {at} of {count}.',
  moved: '{name} moved to position {at} of {count}.',
  dropped: '{name} dropped at position {at} of {count}.',
  cancelled: 'Cancelled. {name} is back at position {at} of {count}.',
} as const;
