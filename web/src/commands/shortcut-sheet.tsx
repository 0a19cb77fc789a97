import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/dialog.tsx'
import { KeyLabels } from '../ui/kbd.tsx'
import { type Command, isPossible, shownKey } from './command.ts'
import { useAllCommands } from './registry.ts'

/** Every shortcut that works on the page as it is now. */
export function ShortcutSheet({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { t } = useTranslation()
  const shown = useAllCommands().filter((command) => shownKey(command) && isPossible(command))
  const groups = Map.groupBy(shown, (command) => command.group)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('shortcuts.title')} size="lg">
      <div className="columns-1 gap-8 md:columns-2">
        {[...groups].map(([group, commands]) => (
          <section key={group} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 text-xs font-medium text-ink-3">{t(group)}</h3>
            <dl>
              {commands.map((command) => (
                <ShortcutLine key={command.id} command={command} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function ShortcutLine({ command }: { command: Command }) {
  const { t } = useTranslation()
  const keys = shownKey(command)
  return (
    <div className="flex min-h-7 items-center justify-between gap-4">
      <dt className="truncate">{t(command.label, command.labelValues ?? {})}</dt>
      <dd>{keys && <KeyLabels keys={keys} />}</dd>
    </div>
  )
}
