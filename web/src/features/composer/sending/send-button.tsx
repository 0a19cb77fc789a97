import { AlarmClock, CalendarClock, Check, ChevronDown, SendHorizontal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { snoozeLabel, snoozePresets } from '../../../lib/snooze-presets.ts'
import { KeyLabels } from '../../../ui/display/kbd.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Menu, MenuItem, MenuSeparator, Submenu } from '../../../ui/overlays/menu.tsx'
import type { SendAction } from './send-action.ts'

/** Sends with the last chosen action; a menu offers the other actions. */
export function SendButton({
  label,
  action,
  disabled,
  busy,
  canSetStatus,
  onSend,
  onSendLater,
  onCustomSnooze,
}: {
  label: string
  action: SendAction
  disabled: boolean
  busy: boolean
  /** Whether the agent may change the status. */
  canSetStatus: boolean
  onSend: (choice: SendAction) => void
  /** Null for a note, which can't be sent later. */
  onSendLater: (() => void) | null
  onCustomSnooze: () => void
}) {
  const { t } = useTranslation()
  const shownAction = canSetStatus ? action : 'send'
  const name =
    shownAction === 'send'
      ? label
      : shownAction === 'resolve'
        ? t('composer.send_resolve')
        : t('composer.send_snooze')
  return (
    <div className="flex shrink-0">
      <Button
        variant="primary"
        disabled={disabled}
        loading={busy}
        onClick={() => onSend(shownAction)}
        aria-label={name}
        title={typeof shownAction === 'number' ? snoozeLabel(shownAction, t) : undefined}
        className={onSendLater ? 'rounded-r-none' : ''}
      >
        {name}
        <span className="pointer-coarse:hidden max-md:hidden">
          <KeyLabels keys="mod+enter" tone="bare" />
        </span>
      </Button>
      {onSendLater && (
        <Menu
          side="top"
          align="end"
          className="w-72"
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
          <MenuItem icon={<SendHorizontal size={16} aria-hidden />} onClick={() => onSend('send')}>
            {t('composer.send')}
          </MenuItem>
          {canSetStatus && (
            <>
              <MenuItem
                icon={<Check size={16} aria-hidden />}
                shortcut="mod+shift+enter"
                onClick={() => onSend('resolve')}
              >
                {t('composer.send_resolve')}
              </MenuItem>
              <Submenu icon={<AlarmClock size={16} aria-hidden />} label={t('composer.send_snooze')}>
                {snoozePresets.map((minutes) => (
                  <MenuItem key={minutes} onClick={() => onSend(minutes)}>
                    {snoozeLabel(minutes, t)}
                  </MenuItem>
                ))}
                <MenuSeparator />
                <MenuItem onClick={onCustomSnooze}>{t('snooze.custom')}</MenuItem>
              </Submenu>
            </>
          )}
          <MenuSeparator />
          <MenuItem
            icon={<CalendarClock size={16} aria-hidden />}
            shortcut="mod+shift+l"
            onClick={onSendLater}
          >
            {t('composer.send_later')}
          </MenuItem>
        </Menu>
      )}
    </div>
  )
}
