import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyLabels } from '../../ui/display/kbd.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { type Command, isAvailable, keysOf } from '../command.ts'
import { useAllCommands } from '../command-registry.ts'
import { useBufferedText } from '../keystroke-buffer/use-buffered-text.ts'
import { matchScore } from '../palette/fuzzy-match.ts'
import { groupRank } from '../palette/palette-entries.ts'
import { splitIntoColumns } from './shortcut-columns.ts'

/** Every shortcut available on the current page, with search. */
export function ShortcutSheet({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  useBufferedText((text) => setQuery(text))
  const lines = useShortcutLines(query).toSorted((a, b) => groupRank(a.group) - groupRank(b.group))
  const groups = Map.groupBy(lines, (line) => line.group)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('shortcuts.title')}
      size="lg"
      footer={
        <Link
          to="/account/shortcuts"
          onClick={() => onOpenChange(false)}
          className="font-medium text-accent-text hover:underline"
        >
          {t('shortcuts.change')}
        </Link>
      }
    >
      <Input
        type="search"
        aria-label={t('shortcuts.search')}
        placeholder={t('shortcuts.search')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {/* Tall enough that the dialog does not jump while filtering. */}
      <div className="mt-4 grid min-h-88 items-start gap-x-8 md:grid-cols-2">
        {groups.size === 0 && (
          <p role="status" className="py-8 text-center text-ink-3 md:col-span-2">
            {t('shortcuts.empty')}
          </p>
        )}
        {splitIntoColumns([...groups]).map((column, index) => (
          // Always two columns in a fixed order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={index}>
            {column.map(([group, lines]) => (
              <section key={group} className="mb-5">
                <h3 className="mb-1 text-xs font-medium text-ink-3">{t(group)}</h3>
                <dl>
                  {lines.map((line) => (
                    <ShortcutLine key={line.label} line={line} />
                  ))}
                </dl>
              </section>
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  )
}

type Line = { group: string; label: string; keys: readonly string[] }

/** Commands with the same name share a line. */
function useShortcutLines(query: string): Line[] {
  const { t } = useTranslation()
  const nameOf = (command: Command) => t(command.label, command.labelValues ?? {})
  const shortcuts = useAllCommands().filter(
    // Shortcut-only commands depend on the focus, which is in this dialog now.
    (command) => keysOf(command).length > 0 && (command.shortcutOnly || isAvailable(command)),
  )
  const named = [...Map.groupBy(shortcuts, nameOf)].map(([label, commands]) => ({
    group: commands[0]?.group ?? '',
    label,
    keys: [...new Set(commands.flatMap(keysOf))],
    keywords: commands.map((command) => command.keywords ?? '').join(' '),
  }))
  // Not a command: each layer closes itself (use-escape-to-blur.ts for fields).
  const escapeEntry = {
    group: 'commands.group.view',
    label: t('command.escape'),
    keys: ['escape'],
    keywords: '',
  }
  return [...named, escapeEntry].filter(
    ({ label, keys, keywords }) => keys.includes(query.trim()) || matchScore(query, label, keywords) > 0,
  )
}

function ShortcutLine({ line }: { line: Line }) {
  const { t } = useTranslation()
  return (
    <div className="flex min-h-7 items-center justify-between gap-4">
      <dt className="truncate">{line.label}</dt>
      <dd className="flex shrink-0 items-center gap-1.5 text-xs text-ink-3">
        {line.keys.map((keys, index) => (
          <span key={keys} className="inline-flex items-center gap-1.5">
            {index > 0 && t('shortcuts.or')}
            <KeyLabels keys={keys} />
          </span>
        ))}
      </dd>
    </div>
  )
}
