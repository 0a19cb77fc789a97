/** Seconds of working time in their two largest units, such as `3h 20m`; under a minute in seconds. */
export function formatWorkingTime(seconds: number, locale: string): string {
  const parts = [
    ['hour', Math.floor(seconds / 3600)],
    ['minute', Math.floor((seconds % 3600) / 60)],
  ] as const
  const shown = parts.filter(([, count]) => count > 0)
  const formatUnit = (unit: string, count: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(count)
  return shown.length === 0
    ? formatUnit('second', seconds)
    : shown.map(([unit, count]) => formatUnit(unit, count)).join(' ')
}
