import { useTranslation } from 'react-i18next'
import { readerLocale } from '../../../format/locale.ts'
import { HorizontalScroll } from '../../../ui/layout/horizontal-scroll.tsx'

type Row = { name: string; calls: number; tokens_in: number; tokens_out: number; cost: number }

/** Calls, tokens and cost per row, most expensive first. */
export function UsageTable({
  label,
  currency,
  rows,
}: {
  label: string
  currency: string
  rows: readonly Row[]
}) {
  const { t } = useTranslation()
  const count = new Intl.NumberFormat(readerLocale())
  const money = new Intl.NumberFormat(readerLocale(), {
    style: 'currency',
    currency,
    maximumFractionDigits: 4,
  })
  return (
    <HorizontalScroll label={label} className="rounded-lg border">
      <table className="w-full text-left tabular-nums">
        <thead>
          <tr className="border-b text-xs text-ink-3 [&>th]:px-3 [&>th]:py-1.5 [&>th]:font-medium">
            <th>{label}</th>
            <th className="text-right">{t('ai.usage.questions')}</th>
            <th className="text-right">{t('ai.usage.tokens')}</th>
            <th className="text-right">{t('ai.usage.cost')}</th>
          </tr>
        </thead>
        <tbody className="[&>tr+tr]:border-t">
          {rows.map(({ name, calls, tokens_in, tokens_out, cost }) => (
            <tr key={name} className="[&>td]:px-3 [&>td]:py-2">
              <td className="max-w-48 truncate" title={name}>
                {name}
              </td>
              <td className="text-right">{count.format(calls)}</td>
              <td className="text-right whitespace-nowrap">{count.format(tokens_in + tokens_out)}</td>
              <td className="text-right whitespace-nowrap">{money.format(cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </HorizontalScroll>
  )
}
