/** Seconds of working time in their two largest units, such as `3h 20m`; under a minute in seconds. */
export function workingSpan(seconds: number, locale: string): string {
  const parts = [
    ['hour', Math.floor(seconds / 3600)],
    ['minute', Math.floor((seconds % 3600) / 60)],
  ] as const
  const shown = parts.filter(([, count]) => count > 0)
  const words = (unit: string, count: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(count)
  return shown.length === 0
    ? words('second', seconds)
    : shown.map(([unit, count]) => words(unit, count)).join(' ')
}
