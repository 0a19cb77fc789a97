import type { Inbox } from '@parley/contract/inboxes/inboxes'
import { useQuery } from '@tanstack/react-query'
import { type Control, Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../format/names.ts'
import { needsSendingNotice, useSendingInbox } from '../../sending-inbox/sending-inbox.ts'
import { SendingNotice } from '../../sending-inbox/sending-notice.tsx'
import { agentsQuery, teamsQuery } from '../../session/queries.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import type { FieldName, NewConversationFields } from './form-fields.ts'

function InboxNotice({ inbox_id }: { inbox_id: number | null }) {
  const sendingInbox = useSendingInbox(inbox_id)
  return (
    needsSendingNotice(sendingInbox) && (
      <SendingNotice sendingInbox={sendingInbox} className="order-last md:col-span-3" />
    )
  )
}

/** The sending inbox, and the team and agent to assign. */
export function RoutingFields({
  control,
  error,
  inboxOf,
  inboxes,
}: {
  control: Control<NewConversationFields>
  error: (name: FieldName) => string | undefined
  /** The effective inbox for this selection, or null. */
  inboxOf: (chosen: number | null) => number | null
  inboxes: readonly Pick<Inbox, 'id' | 'name'>[]
}) {
  const { t } = useTranslation()
  const teams = useQuery(teamsQuery).data ?? []
  const agents = (useQuery(agentsQuery).data ?? []).filter((agent) => agent.enabled)
  return (
    <div className="grid gap-4 md:col-span-2 md:grid-cols-3">
      <Controller
        control={control}
        name="inbox_id"
        render={({ field }) => (
          <>
            <Field label={t('new_conversation.inbox')} error={error('inbox_id')}>
              <Select
                options={inboxes.map((inbox) => ({ value: inbox.id, label: inbox.name }))}
                value={inboxOf(field.value)}
                onValueChange={field.onChange}
                placeholder={t('new_conversation.choose')}
              />
            </Field>
            <InboxNotice inbox_id={inboxOf(field.value)} />
          </>
        )}
      />
      <Controller
        control={control}
        name="team_id"
        render={({ field }) => (
          <Field label={t('new_conversation.team')} error={error('team_id')}>
            <Select
              options={[
                { value: NONE, label: t('new_conversation.none') },
                ...teams.map((team) => ({
                  value: team.id,
                  label: `${team.emoji ?? ''} ${team.name}`.trim(),
                })),
              ]}
              value={field.value ?? NONE}
              onValueChange={(value) => field.onChange(value === NONE ? null : value)}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="agent_id"
        render={({ field }) => (
          <Field label={t('new_conversation.agent')} error={error('agent_id')}>
            <Select
              options={[
                { value: NONE, label: t('new_conversation.none') },
                ...agents.map((agent) => ({ value: agent.id, label: fullName(agent) })),
              ]}
              value={field.value ?? NONE}
              onValueChange={(value) => field.onChange(value === NONE ? null : value)}
            />
          </Field>
        )}
      />
    </div>
  )
}

/** Select value for "none"; ids start at 1. */
const NONE = 0
