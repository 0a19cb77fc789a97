import { AlarmClock, Check, ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { snoozeDuration, snoozeLabel, snoozePresets } from '../../lib/snooze-presets.ts'
import { Button } from '../../ui/button.tsx'
import { KeyLabels } from '../../ui/kbd.tsx'
import { Menu, MenuItem, Submenu } from '../../ui/menu.tsx'
import type { AfterSend } from './sending.ts'

/** Sends, and beside it the ways to send and be done with the conversation in one go. */
export function SendButton({
  label,
  disabled,
  busy,
  mayMove,
  onSend,
}: {
  label: string
  disabled: boolean
  busy: boolean
  /** Whether the agent may change the status. */
  mayMove: boolean
  onSend: (after: AfterSend) => void
}) {
  const { t } = useTranslation()
  return (
    <div className="flex">
      <Button
        variant="primary"
        disabled={disabled}
        loading={busy}
        onClick={() => onSend(null)}
        aria-label={label}
        className={mayMove ? 'rounded-r-none' : ''}
      >
        {label}
        <span className="pointer-coarse:hidden">
          <KeyLabels keys="mod+enter" tone="bare" />
        </span>
      </Button>
      {mayMove && (
        <Menu
          side="top"
          align="end"
          className="w-52"
          trigger={
            <Button
              variant="primary"
              disabled={disabled || busy}
              aria-label={t('composer.send_options')}
              className="rounded-l-none border-l border-l-accent-hover px-1.75!"
            >
              <ChevronDown size={16} aria-hidden />
            </Button>
          }
        >
          <MenuItem icon={<Check size={16} aria-hidden />} onClick={() => onSend({ status: 'Resolved' })}>
            {t('composer.send_resolve')}
          </MenuItem>
          <Submenu icon={<AlarmClock size={16} aria-hidden />} label={t('composer.send_snooze')}>
            {snoozePresets.map((minutes) => (
              <MenuItem
                key={minutes}
                onClick={() => onSend({ status: 'Snoozed', snoozed_until: snoozeDuration(minutes) })}
              >
                {snoozeLabel(minutes, t)}
              </MenuItem>
            ))}
          </Submenu>
        </Menu>
      )}
    </div>
  )
}
