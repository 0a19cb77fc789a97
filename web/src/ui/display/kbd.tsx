import { clsx } from 'clsx'
import { keyNames } from './key-names.ts'

const tones = {
  plain: 'min-w-5 px-1 border border-line-strong text-ink-2',
  inverse: 'min-w-5 px-1 bg-tooltip-key text-tooltip-ink',
  /** On a coloured button: without a border. */
  bare: 'min-w-0 px-0 before:content-[attr(data-key)]',
}

type Tone = keyof typeof tones

export function Kbd({ children, tone = 'plain' }: { children: string; tone?: Tone }) {
  // In a button the key is a hint and not part of its label, which speech input would ask for (WCAG 2.5.3).
  const isHint = tone === 'bare'
  return (
    <kbd
      data-key={isHint ? children : undefined}
      className={clsx(
        'inline-block rounded-sm text-center font-sans text-2xs leading-4.5 font-medium',
        tones[tone],
      )}
    >
      {isHint ? null : children}
    </kbd>
  )
}

/** The keys of a shortcut, for example `mod+shift+k` or `g m`. */
export function KeyLabels({ keys, tone = 'plain' }: { keys: string; tone?: Tone }) {
  return (
    <span className="inline-flex shrink-0 gap-1">
      {keyNames(keys).map((name, index) => (
        // A key may occur twice (`g g`), and keys never move.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Kbd key={index} tone={tone}>
          {name}
        </Kbd>
      ))}
    </span>
  )
}
