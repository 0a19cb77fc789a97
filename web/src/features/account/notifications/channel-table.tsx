import type { Agent } from '@parley/contract/agents/agent'
import {
  muteNotification,
  type NotificationChannel,
  type NotificationSwitches,
  notificationChannels,
  notificationKinds,
  wantsNotification,
} from '@parley/contract/notifications/notifications'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../../session/use-preferences.ts'
import { Switch } from '../../../ui/inputs/switch.tsx'

/** One switch per kind of notification and channel. Emails that are off for the workspace can't be turned on. */
export function ChannelTable({
  me,
  workspaceSwitches,
}: {
  me: Agent
  workspaceSwitches: NotificationSwitches
}) {
  const { t } = useTranslation()
  const preferences = usePreferences()
  const settings = {
    muted_notifications: me.muted_notifications ?? [],
    muted_channels: me.muted_channels ?? [],
  }
  const channelName = (channel: NotificationChannel) => t(`account.notifications.channel.${channel}`)
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="border-b text-left text-xs text-ink-3">
          <th scope="col" className="py-1.5 font-medium">
            {t('account.notifications.kind')}
          </th>
          {notificationChannels.map((channel) => (
            <th key={channel} scope="col" className="w-14 py-1.5 text-center font-medium">
              {channelName(channel)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {notificationKinds.map((kind) => (
          <tr key={kind} className="border-b align-top">
            <th scope="row" className="py-2.5 pr-4 text-left font-normal">
              <span className="block font-medium">{t(`account.notifications.${kind}`)}</span>
              <span className="block text-xs text-ink-3">
                {t(
                  workspaceSwitches[kind]
                    ? `account.notifications.${kind}.help`
                    : 'account.notifications.email_off_for_all',
                )}
              </span>
            </th>
            {notificationChannels.map((channel) => {
              const isOff = channel === 'email' && !workspaceSwitches[kind]
              return (
                <td key={channel} className="py-2.5 text-center">
                  <Switch
                    label={`${t(`account.notifications.${kind}`)}: ${channelName(channel)}`}
                    checked={!isOff && wantsNotification(settings, kind, channel)}
                    disabled={isOff}
                    onCheckedChange={(on) =>
                      preferences.mutate(muteNotification(settings, { kind, channel, muted: !on }))
                    }
                  />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
