export type TooltipSide = 'top' | 'bottom' | 'left' | 'right'

/**
 * The attributes of an element with a tooltip: `<button {...tooltip(t('command.reply'), { shortcut: 'r' })}>`. Attributes instead of a component,
 * because every button has one and nearly none is ever seen: `TooltipLayer` shows that of the element that is hovered or focused. The
 * element needs its own accessible name, because screen readers don't announce tooltips.
 */
export const tooltip = (
  label: string,
  {
    shortcut,
    side = 'bottom',
  }: {
    /** In the command registry's format, for example `mod+k`. */
    shortcut?: string | undefined
    side?: TooltipSide | undefined
  } = {},
) => ({ 'data-tooltip': label, 'data-tooltip-keys': shortcut, 'data-tooltip-side': side })

export type ShownTooltip = { anchor: HTMLElement; label: string; keys: string | undefined; side: TooltipSide }

/** What `tooltip` has set; null once the element has none any more, or is gone. */
export function readTooltip(anchor: HTMLElement): ShownTooltip | null {
  const { tooltip: label, tooltipKeys: keys, tooltipSide: side } = anchor.dataset
  return label && anchor.isConnected ? { anchor, label, keys, side: side as TooltipSide } : null
}
