import { clsx } from 'clsx'
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import type { Field } from './field.ts'
import { FilterLine } from './filter-line.tsx'
import { type DraftGroup, type DraftRow, emptyRow, isComplete, isUntouched } from './rows.ts'

/** Conditions, one under the other: all of the groups must hold, and of each group's rows any. */
export function FilterBuilder({
  groups,
  onChange,
  fields,
  showGaps = false,
}: {
  groups: readonly DraftGroup[]
  onChange: (groups: DraftGroup[]) => void
  fields: readonly Field[]
  /** Marks the rows that lack something. */
  showGaps?: boolean
}) {
  const { t } = useTranslation()
  const foot = useRef<HTMLDivElement>(null)
  /** The row that was added last: it gets the focus. */
  const [newest, setNewest] = useState<number>()
  const setRows = (group: DraftGroup, rows: DraftRow[]) =>
    onChange(
      rows.length === 0
        ? groups.filter((one) => one !== group)
        : groups.map((one) => (one === group ? { key: group.key, rows } : one)),
    )
  return (
    <div className="flex flex-col gap-2">
      {groups.map((group, at) => (
        <div key={group.key}>
          {at > 0 && <Word>{t('filter.and')}</Word>}
          {'other' in group ? (
            <Kept onRemove={() => onChange(groups.filter((one) => one !== group))} />
          ) : (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset draws its legend on its border, and cannot be laid out as a grid everywhere
            <div
              role="group"
              aria-label={t('filter.group', { number: at + 1 })}
              className={clsx(
                'flex flex-col gap-1.5 rounded-lg',
                group.rows.length > 1 && 'border bg-surface-sunk p-2',
              )}
            >
              {group.rows.map((row, n) => (
                <div key={row.key} className="flex flex-col gap-1.5">
                  {n > 0 && <Word>{t('filter.or')}</Word>}
                  <FilterLine
                    row={row}
                    fields={fields}
                    incomplete={showGaps && !isUntouched(row) && !isComplete(row)}
                    onChange={(next) => setRows(group, group.rows.with(n, next))}
                    autoFocus={row.key === newest}
                    onRemove={() => {
                      // The row goes with its button; the focus stays in the builder.
                      foot.current?.querySelector('button')?.focus()
                      setRows(group, group.rows.toSpliced(n, 1))
                    }}
                  />
                </div>
              ))}
              <Button
                variant="ghost"
                size="sm"
                className="self-start px-2 text-ink-3"
                onClick={() => {
                  const row = emptyRow()
                  setNewest(row.key)
                  setRows(group, [...group.rows, row])
                }}
              >
                <Plus size={14} aria-hidden />
                {t('filter.add_or')}
              </Button>
            </div>
          )}
        </div>
      ))}
      <div ref={foot}>
        <Button
          size="sm"
          onClick={() => {
            const row = emptyRow()
            setNewest(row.key)
            onChange([...groups, { key: row.key, rows: [row] }])
          }}
        >
          <Plus size={14} aria-hidden />
          {t('filter.add')}
        </Button>
      </div>
    </div>
  )
}

const Word = ({ children }: { children: string }) => (
  <p className="py-0.5 text-2xs font-medium text-ink-3 uppercase">{children}</p>
)

function Kept({ onRemove }: { onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-2 rounded-lg border border-dashed px-2.5 py-1.5 text-ink-2">
      <span className="flex-1">{t('filter.kept')}</span>
      <IconButton label={t('filter.remove')} onClick={onRemove}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
