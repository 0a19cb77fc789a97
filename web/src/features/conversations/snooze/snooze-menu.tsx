import type { Conversation } from '@parley/contract/conversations/conversations'
import { AlarmClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useShortcutKey } from '../../../commands/command-registry.ts'
import { readerLocale } from '../../../format/locale.ts'
import { useCountdownNow } from '../../../format/use-now.ts'
import { snoozeLabel, snoozePresets } from '../../../lib/snooze-presets.ts'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../../ui/overlays/menu.tsx'
import { SNOOZED } from '../target/conversation-target.ts'
import { addMinutes, formatWakeTime } from './snooze-times.ts'

export function SnoozeMenu({
  conversation,
  onSnooze,
  onCustom,
}: {
  conversation: Conversation
  onSnooze: (minutes: number) => void
  onCustom: () => void
}) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('conversation.snooze')
  return (
    <Menu
      align="end"
      className="w-56"
      trigger={
        <IconButton label={t('command.snooze')} shortcut={shortcut} pressed={conversation.status === SNOOZED}>
          <AlarmClock size={16} aria-hidden />
        </IconButton>
      }
    >
      <Presets onSnooze={onSnooze} />
      <MenuSeparator />
      <MenuItem onClick={onCustom}>{t('snooze.custom')}</MenuItem>
    </Menu>
  )
}

/** A component of its own: its times are formatted only while the menu is open. */
function Presets({ onSnooze }: { onSnooze: (minutes: number) => void }) {
  const { t } = useTranslation()
  const now = useCountdownNow()
  return (
    <MenuGroup label={t('snooze.for')}>
      {snoozePresets.map((minutes) => (
        <MenuItem key={minutes} onClick={() => onSnooze(minutes)}>
          <span className="flex justify-between gap-4">
            {snoozeLabel(minutes, t)}
            <span className="text-ink-3 tabular-nums">
              {formatWakeTime(addMinutes(minutes, now), now, readerLocale())}
            </span>
          </span>
        </MenuItem>
      ))}
    </MenuGroup>
  )
}
