import { Field as Base } from '@base-ui/react/field'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** A code editor with line numbers and without line wrapping. `badLine`, starting at 1, is highlighted. Tab leaves the field. */
export function CodeArea({
  value,
  badLine,
  ...rest
}: ComponentProps<'textarea'> & { value: string; badLine?: number | undefined }) {
  const lines = value.split('\n').length
  return (
    <div className="field max-h-[60vh] min-h-60 items-stretch overflow-y-auto font-mono text-xs leading-5">
      <div
        aria-hidden
        className="shrink-0 border-r bg-surface-sunk py-2 text-right text-ink-3 tabular-nums select-none"
      >
        {Array.from({ length: lines }, (_, index) => index + 1).map((line) => (
          <div
            key={line}
            className={clsx('pr-2 pl-3', line === badLine && 'bg-bad-subtle font-semibold text-bad')}
          >
            {line}
          </div>
        ))}
      </div>
      <Base.Control
        render={
          <textarea
            {...rest}
            value={value}
            wrap="off"
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            className="field-sizing-content min-w-0 flex-1 resize-none overflow-x-auto overflow-y-hidden bg-transparent px-2.5 py-2 whitespace-pre outline-none pointer-coarse:text-lg"
          />
        }
      />
    </div>
  )
}
