import { type Agent, afterActions } from '@parley/contract/agents/agent'
import { useTranslation } from 'react-i18next'
import { may } from '../../../session/permissions.ts'
import { usePreferences } from '../../../session/use-preferences.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'

/** How the agent moves through lists. Stored on the server, for all their browsers. */
export function FlowFields({ me }: { me: Agent }) {
  const { t } = useTranslation()
  const preferences = usePreferences()
  const canAssignOnReply = may(me, 'messages:write') && may(me, 'conversations:update_user_assignee')
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field label={t('account.after_action')}>
        <Select
          options={afterActions.map((value) => ({ value, label: t(`account.after_action.${value}`) }))}
          value={me.after_action ?? 'next'}
          onValueChange={(after_action) => preferences.mutate({ after_action })}
        />
      </Field>
      <Field label={t('account.open_on_move')}>
        <Select
          options={[
            { value: 'open', label: t('account.open_on_move.open') },
            { value: 'move', label: t('account.open_on_move.move') },
          ]}
          value={(me.open_on_move ?? true) ? 'open' : 'move'}
          onValueChange={(value) => preferences.mutate({ open_on_move: value === 'open' })}
        />
      </Field>
      {canAssignOnReply && (
        <Field label={t('account.assign_on_reply')}>
          <Select
            options={[
              { value: 'no', label: t('account.assign_on_reply.no') },
              { value: 'yes', label: t('account.assign_on_reply.yes') },
            ]}
            value={me.assign_on_reply ? 'yes' : 'no'}
            onValueChange={(value) => preferences.mutate({ assign_on_reply: value === 'yes' })}
          />
        </Field>
      )}
    </div>
  )
}
