import type { CurveLine } from './curve-result.ts'

/** "10 k", "1 M". */
export const formatSize = (conversations: number): string =>
  conversations >= 1_000_000 ? `${conversations / 1_000_000} M` : `${conversations / 1000} k`

/** With two significant digits below ten, and none after the point from there: "4.6 ms", "150/s". */
export function formatValue(value: number, unit: CurveLine['unit']): string {
  const digits = value !== 0 && value < 10 && unit === 'ms' ? 1 : 0
  const number = value.toLocaleString('en', { maximumFractionDigits: digits })
  if (unit === '/s') return `${number}/s`
  return unit === 'sockets' ? number : `${number} ${unit}`
}
