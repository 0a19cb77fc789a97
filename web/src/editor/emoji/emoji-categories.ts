/** The categories in order (spec section 2), with their emojibase groups. Recent emoji come before them. */
export const categories = [
  { label: 'editor.emoji_group.smileys', groups: [0, 1] },
  { label: 'editor.emoji_group.animals', groups: [3] },
  { label: 'editor.emoji_group.food', groups: [4] },
  { label: 'editor.emoji_group.activities', groups: [6] },
  { label: 'editor.emoji_group.travel', groups: [5] },
  { label: 'editor.emoji_group.objects', groups: [7] },
  { label: 'editor.emoji_group.symbols', groups: [8] },
  { label: 'editor.emoji_group.flags', groups: [9] },
] as const

/** Null for components that are not emoji themselves: skin tones and hair (group 2), and letters without a group. */
export function categoryOf(group: number | undefined): number | null {
  const index = categories.findIndex(({ groups }) => groups.some((one) => one === group))
  return index < 0 ? null : index
}
