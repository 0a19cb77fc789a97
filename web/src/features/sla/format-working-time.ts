/** Formats working time in its two largest units, for example `3h 20m`; in seconds below a minute. */
export function formatWorkingTime(seconds: number, locale: string): string {
  const parts = [
    ['hour', Math.floor(seconds / 3600)],
    ['minute', Math.floor((seconds % 3600) / 60)],
  ] as const
  const nonZero = parts.filter(([, count]) => count > 0)
  const formatUnit = (unit: string, count: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(count)
  return nonZero.length === 0
    ? formatUnit('second', seconds)
    : nonZero.map(([unit, count]) => formatUnit(unit, count)).join(' ')
}
