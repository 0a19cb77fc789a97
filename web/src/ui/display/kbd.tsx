import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { keyNames } from './key-names.ts'

const tones = {
  plain: 'min-w-5 px-1 border border-line-strong text-ink-2',
  inverse: 'min-w-5 px-1 bg-tooltip-key text-tooltip-ink',
  /** On a coloured button: no cap. */
  bare: 'min-w-0 px-0',
}

type Tone = keyof typeof tones

export function Kbd({ children, tone = 'plain' }: { children: ReactNode; tone?: Tone }) {
  return (
    <kbd
      className={clsx(
        'inline-block rounded-sm text-center font-sans text-2xs leading-4.5 font-medium',
        tones[tone],
      )}
    >
      {children}
    </kbd>
  )
}

/** All caps of one shortcut, for example `mod+shift+k` or `g m`. */
export function KeyLabels({ keys, tone = 'plain' }: { keys: string; tone?: Tone }) {
  return (
    <span className="inline-flex shrink-0 gap-1">
      {keyNames(keys).map((name, place) => (
        // The same cap may come twice (`g g`), and caps never move.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Kbd key={place} tone={tone}>
          {name}
        </Kbd>
      ))}
    </span>
  )
}
