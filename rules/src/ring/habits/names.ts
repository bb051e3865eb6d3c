export type RingHabitName =
  | 'roll'
  | 'single'
  | 'draw'
  | 'cards'
  | 'one-card'
  | 'same-god'
  | 'oldest-card'
  | 'no-steps'
  | 'draws'
  | 'replies'
  | 'ahead';
