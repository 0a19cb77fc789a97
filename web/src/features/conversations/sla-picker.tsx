import {
  listSlaPoliciesCompact,
  type SlaPolicyCompact,
  setConversationSla,
} from '@parley/contract/conversation-sla'
import type { Conversation } from '@parley/contract/conversations'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Timer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import type { Command } from '../../commands/command.ts'
import { useCommands } from '../../commands/registry.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { PropertyButton } from './property-button.tsx'
import type { Actions } from './use-actions.ts'
import { useChange } from './use-change.ts'

/** They change by an administrator's hand, and are then pushed. */
const namesQuery = queryOptions({
  queryKey: keys.slaNames,
  queryFn: ({ signal }) => call(listSlaPoliciesCompact, { signal }),
  staleTime: 5 * 60_000,
})

/** Ids begin at 1. */
const NONE = '0'

/** Which policy's times are promised for the conversation. */
export function SlaPicker({ conversation: c, actions }: { conversation: Conversation; actions: Actions }) {
  const { t } = useTranslation()
  const policies = useQuery(namesQuery).data ?? []
  const change = useChange(c.uuid)
  const promise = (policy: SlaPolicyCompact | null) =>
    change({
      // Its deadlines are the server's to say.
      guess: { sla_policy_id: policy?.id ?? null, sla_policy_name: policy?.name ?? null },
      send: () =>
        call(setConversationSla, { params: { uuid: c.uuid }, body: { sla_policy_id: policy?.id ?? null } }),
    })
  useCommands([
    {
      id: 'conversation.sla',
      label: 'command.sla',
      group: 'commands.group.conversation',
      icon: Timer,
      when: () => actions.refusals.priority === null,
      children: () => [
        ...policies.map((policy) => choice(policy.name, policy.id, () => promise(policy))),
        choice(t('conversation.no_sla'), 0, () => promise(null)),
      ],
      placeholder: 'property.sla.search',
      empty: 'property.sla.empty',
    },
  ])
  const icon = <Timer size={16} aria-hidden className="text-ink-3" />
  return (
    <Combobox
      label={t('property.sla')}
      placeholder={t('property.sla.search')}
      empty={t('property.sla.empty')}
      value={String(c.sla_policy_id ?? NONE)}
      onValueChange={(value) => promise(policies.find(({ id }) => String(id) === value) ?? null)}
      items={[
        ...policies.map(({ id, name }) => ({ value: String(id), label: name, icon })),
        { value: NONE, label: t('conversation.no_sla'), icon: <span className="w-4" /> },
      ]}
      trigger={
        <PropertyButton label={t('property.sla')} refusal={actions.refusals.priority}>
          {c.sla_policy_id === null ? (
            <span className="truncate text-ink-3">{t('conversation.no_sla')}</span>
          ) : (
            <>
              {icon}
              <span className="truncate">{c.sla_policy_name}</span>
            </>
          )}
        </PropertyButton>
      }
    />
  )
}

const choice = (name: string, id: number, run: () => void): Command => ({
  id: `property.sla.${id}`,
  label: 'command.named',
  labelValues: { name },
  group: 'property.sla',
  run,
})
