import type { ReactNode } from 'react'

export type Row = { key: string; head: ReactNode; cells: readonly ReactNode[] }

/** A chart's data as a table. */
export function ChartTable({
  label,
  cornerLabel,
  columnLabels,
  rows,
}: {
  label: string
  /** The header of the first column. */
  cornerLabel: string
  columnLabels: readonly string[]
  rows: readonly Row[]
}) {
  return (
    <section
      aria-label={label}
      // Scrollable, so it must be reachable by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: axe requires it for scrollable regions
      tabIndex={0}
      className="max-h-72 overflow-auto"
    >
      <table className="w-full">
        <thead className="sticky top-0 bg-surface text-left text-xs text-ink-3">
          <tr>
            <th scope="col" className="py-1.5 pr-4 font-medium">
              {cornerLabel}
            </th>
            {columnLabels.map((head) => (
              <th key={head} scope="col" className="py-1.5 pl-4 text-right font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, head, cells }) => (
            <tr key={key} className="border-t">
              <th scope="row" className="py-1.5 pr-4 text-left font-normal whitespace-nowrap">
                {head}
              </th>
              {cells.map((cell, index) => (
                <td key={columnLabels[index]} className="py-1.5 pl-4 text-right tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
