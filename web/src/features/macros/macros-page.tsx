import { createMacro, deleteMacro, listMacros, type Macro } from '@parley/contract/macros/macros'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { Copy, Pencil, Trash2, Zap } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entity-queries.ts'
import { EntityList } from '../../admin/list/entity-list.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { fullName } from '../../format/names.ts'
import { randomId } from '../../lib/browser/random-id.ts'
import { agentsQuery, teamsQuery } from '../../session/queries.ts'
import { fieldsOf, MACROS, macroPath } from './macro-fields.ts'

/** The list of macros. */
export function MacrosPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const query = useQuery(entitiesQuery('macros', listMacros))
  const ownerOf = useOwner(t)
  const duplicate = useDuplicate()
  const [macroToDelete, setMacroToDelete] = useState<Macro | null>(null)
  return (
    <EntityList
      title={t('admin.macros')}
      lead={t('macros.lead')}
      icon={Zap}
      query={query}
      createAction={{ label: t('macros.new'), to: `${MACROS}/new` }}
      empty={{ title: t('macros.empty.title'), text: t('macros.empty.text') }}
      toRow={(macro) => ({
        id: macro.id,
        name: macro.name,
        details: [
          ownerOf(macro),
          macro.actions.length === 0
            ? t('macros.facts.text_only')
            : t('macros.facts.actions', { count: macro.actions.length }),
          macro.usage_count === 0
            ? t('macros.facts.unused')
            : t('macros.facts.used', { count: macro.usage_count }),
        ].join(' · '),
        open: { to: macroPath(macro.id) },
        actions: [
          {
            label: t('macros.edit'),
            icon: Pencil,
            onClick: () => void navigate({ to: macroPath(macro.id) }),
          },
          { label: t('macros.duplicate'), icon: Copy, onClick: () => duplicate(macro) },
          { label: t('macros.delete'), icon: Trash2, danger: true, onClick: () => setMacroToDelete(macro) },
        ],
      })}
    >
      {macroToDelete && (
        <DeleteDialog
          title={t('macros.delete.title', { name: macroToDelete.name })}
          confirmLabel={t('macros.delete')}
          successMessage={t('macros.deleted')}
          invalidateKey={queryKeys.macros}
          onConfirm={() => call(deleteMacro, { params: { id: String(macroToDelete.id) } })}
          onClose={() => setMacroToDelete(null)}
        >
          {t('macros.delete.text')}
        </DeleteDialog>
      )}
    </EntityList>
  )
}

/** Creates a copy and opens it. */
function useDuplicate() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const copy = useApiMutation(
    ({ macro, idempotency_key }: { macro: Macro; idempotency_key: string }) =>
      call(createMacro, {
        body: { ...fieldsOf(macro), name: t('macros.copy_of', { name: macro.name }).slice(0, 140) },
        idempotency_key,
      }),
    {
      invalidateKey: queryKeys.macros,
      successMessage: t('macros.duplicated'),
      onSuccess: ({ id }) => void navigate({ to: macroPath(id) }),
    },
  )
  return (macro: Macro) => {
    if (!copy.isPending) copy.mutate({ macro, idempotency_key: randomId() })
  }
}

function useOwner(t: TFunction) {
  const teams = useQuery(teamsQuery).data ?? []
  const agents = useQuery(agentsQuery).data ?? []
  return ({ visibility, team_id, user_id }: Macro): string => {
    if (visibility === 'all') return t('macros.visibility.all')
    const agent = agents.find(({ id }) => String(id) === user_id)
    const owner =
      visibility === 'team' ? teams.find(({ id }) => String(id) === team_id)?.name : agent && fullName(agent)
    return owner ?? t('macros.facts.gone')
  }
}
