import type { Conversation } from '@parley/contract/conversations/conversations'
import {
  listSlaPoliciesCompact,
  type SlaPolicyCompact,
  setConversationSla,
} from '@parley/contract/sla/conversation-sla'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Timer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call, callForEventId } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import type { Command } from '../../../commands/command.ts'
import { useCommands } from '../../../commands/command-registry.ts'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import { ComboboxOnDemand } from '../../../ui/inputs/combobox-on-demand.tsx'
import { NoValue, PropertyButton } from '../properties/property-button.tsx'
import type { ConversationActions } from '../use-conversation-actions.ts'
import { useOptimisticChange } from '../use-optimistic-change.ts'

/** Policies change rarely, and changes are pushed. */
const namesQuery = queryOptions({
  queryKey: queryKeys.slaNames,
  queryFn: ({ signal }) => call(listSlaPoliciesCompact, { signal }),
  staleTime: 5 * 60_000,
})

/** Ids start at 1. */
const NONE = '0'

/** Picks the conversation's SLA policy. */
export function SlaPicker({
  conversation: c,
  actions,
}: {
  conversation: Conversation
  actions: ConversationActions
}) {
  const { t } = useTranslation()
  const policies = useQuery(namesQuery).data ?? []
  const change = useOptimisticChange(c.uuid)
  const setPolicy = (policy: SlaPolicyCompact | null) =>
    change({
      // The server calculates the deadlines.
      patch: { sla_policy_id: policy?.id ?? null, sla_policy_name: policy?.name ?? null },
      send: () =>
        callForEventId(setConversationSla, {
          params: { uuid: c.uuid },
          body: { sla_policy_id: policy?.id ?? null },
        }),
    })
  useCommands([
    {
      id: 'conversation.sla',
      label: 'command.sla',
      group: 'commands.group.conversation',
      icon: Timer,
      when: () => actions.refusalOf('set_priority') === null,
      children: () => [
        ...policies.map((policy) => namedEntry(policy.name, policy.id, () => setPolicy(policy))),
        namedEntry(t('conversation.no_sla'), 0, () => setPolicy(null)),
      ],
      placeholder: 'property.sla.search',
      empty: 'property.sla.empty',
    },
  ])
  const icon = <Timer size={16} aria-hidden className="text-ink-3" />
  return (
    <ComboboxOnDemand
      label={t('property.sla')}
      selection={c.sla_policy_id === null ? t('conversation.no_sla') : (c.sla_policy_name ?? undefined)}
      trigger={
        <PropertyButton label={t('property.sla')} refusal={actions.refusalOf('set_priority')}>
          {c.sla_policy_id === null ? (
            <NoValue>{t('conversation.no_sla')}</NoValue>
          ) : (
            <>
              {icon}
              <span className="truncate">{c.sla_policy_name}</span>
            </>
          )}
        </PropertyButton>
      }
    >
      {(combobox) => (
        <Combobox
          {...combobox}
          placeholder={t('property.sla.search')}
          empty={t('property.sla.empty')}
          value={String(c.sla_policy_id ?? NONE)}
          onValueChange={(value) => setPolicy(policies.find(({ id }) => String(id) === value) ?? null)}
          items={[
            ...policies.map(({ id, name }) => ({ value: String(id), label: name, icon })),
            { value: NONE, label: t('conversation.no_sla'), icon: <span className="w-4" /> },
          ]}
        />
      )}
    </ComboboxOnDemand>
  )
}

const namedEntry = (name: string, id: number, run: () => void): Command => ({
  id: `property.sla.${id}`,
  label: 'command.named',
  labelValues: { name },
  group: 'property.sla',
  run,
})
