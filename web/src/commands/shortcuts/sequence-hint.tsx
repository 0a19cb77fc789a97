import { useTranslation } from 'react-i18next'
import { KeyLabels } from '../../ui/display/kbd.tsx'
import { isAvailable, keysOf } from '../command.ts'
import { useAllCommands } from '../command-registry.ts'

/** The possible second keys of a sequence, while waiting for one. */
export function SequenceHint({ prefix }: { prefix: string }) {
  const { t } = useTranslation()
  const continuations = useAllCommands().flatMap((command) =>
    isAvailable(command)
      ? keysOf(command)
          .filter((keys) => keys.startsWith(`${prefix} `))
          .map((keys) => ({ key: keys.slice(prefix.length + 1), command }))
      : [],
  )
  return (
    <div
      role="status"
      aria-label={t('shortcuts.waiting')}
      className="pointer-events-none fixed bottom-6 left-1/2 z-50 flex max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-wrap items-center gap-x-4 gap-y-1 rounded-lg bg-tooltip px-3 py-2 text-xs font-medium text-tooltip-ink shadow-pop"
    >
      <KeyLabels keys={prefix} tone="inverse" />
      {continuations.map(({ key, command }) => (
        <span key={command.id} className="inline-flex items-center gap-1.5">
          <KeyLabels keys={key} tone="inverse" />
          {t(command.label, command.labelValues ?? {})}
        </span>
      ))}
    </div>
  )
}
