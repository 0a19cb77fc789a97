import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** A section of the System page. No landmark: the table in it is one. */
export function SystemSection({
  title,
  aside,
  children,
}: {
  title: string
  /** At the end of the heading, such as a button. */
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="min-w-0">
      <div className="mb-2 flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-md font-semibold">{title}</h2>
        {aside}
      </div>
      {children}
    </div>
  )
}

/** A table that scrolls sideways on narrow screens. The first column names the row. */
export function SystemTable({
  label,
  columns,
  rows,
}: {
  label: string
  columns: readonly { label: string; isNumber?: boolean }[]
  /** Null if they couldn't be read in time. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[] | null
}) {
  const { t } = useTranslation()
  if (!rows) return <p className="text-ink-3">{t('system.unread')}</p>
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: axe requires it for scrollable regions
      tabIndex={0}
      className="overflow-x-auto rounded-sheet border"
    >
      <table className="w-full">
        <thead className="text-left text-xs text-ink-3">
          <tr className="border-b">
            {columns.map(({ label: head, isNumber }) => (
              <th
                key={head}
                scope="col"
                className={`px-4 py-2 font-medium whitespace-nowrap ${isNumber ? 'text-right' : ''}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => {
                const { label: head = '', isNumber } = columns[index] ?? {}
                const className = `px-4 py-2 align-top font-normal ${isNumber ? 'text-right whitespace-nowrap tabular-nums' : 'text-left'}`
                return index === 0 ? (
                  <th key={head} scope="row" className={className}>
                    {cell}
                  </th>
                ) : (
                  <td key={head} className={className}>
                    {cell}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
