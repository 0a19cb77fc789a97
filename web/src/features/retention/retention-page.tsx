import {
  deleteRetentionRule,
  dryRunRetentionRule,
  listRetentionRules,
  type RetentionRule,
  updateRetentionRule,
} from '@parley/contract/retention/retention'
import { useQuery } from '@tanstack/react-query'
import { Archive, Calculator, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTabs } from '../../admin/data-tabs.tsx'
import { EntityList } from '../../admin/list/entity-list.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { RunLog } from './run-log.tsx'
import { StartDialog } from './start-dialog.tsx'

type DialogState = { kind: 'new' } | { kind: 'edit' | 'start' | 'delete'; rule: RetentionRule } | null

/** Rules that delete old conversations or their texts, and what they did. */
export function RetentionPage() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: [...queryKeys.retention, 'rules'],
    queryFn: ({ signal }) => call(listRetentionRules, { signal }),
  })
  const [dialog, setDialog] = useState<DialogState>(null)
  const close = () => setDialog(null)
  const params = (rule: RetentionRule) => ({ params: { id: String(rule.id) } })
  const remove = useApiMutation((rule: RetentionRule) => call(deleteRetentionRule, params(rule)), {
    invalidateKey: queryKeys.retention,
    successMessage: () => t('retention.deleted'),
    onSuccess: close,
  })
  const toggle = useApiMutation(
    (rule: RetentionRule) => call(updateRetentionRule, { ...params(rule), body: { enabled: !rule.enabled } }),
    { invalidateKey: queryKeys.retention },
  )
  const dryRun = useApiMutation((rule: RetentionRule) => call(dryRunRetentionRule, params(rule)), {
    invalidateKey: queryKeys.retention,
    successMessage: () => t('retention.dry_run.started'),
  })
  return (
    <EntityList
      title={t('admin.data')}
      lead={t('retention.lead')}
      header={<DataTabs />}
      icon={Archive}
      query={query}
      createAction={{ label: t('retention.new'), onClick: () => setDialog({ kind: 'new' }) }}
      empty={{ title: t('retention.empty.title'), text: t('retention.empty.text') }}
      toRow={(rule) => ({
        id: rule.id,
        name: rule.name,
        details: t(`retention.summary.${rule.action}`, { count: rule.after_days }),
        badge: rule.enabled && !rule.confirmed_at ? <Badge>{t('retention.waiting')}</Badge> : null,
        open: { onClick: () => setDialog({ kind: 'edit', rule }) },
        enabled: {
          on: rule.enabled,
          label: t('retention.enabled.of', { name: rule.name }),
          save: async () => void (await toggle.mutateAsync(rule)),
        },
        actions: [
          ...(rule.enabled && !rule.confirmed_at
            ? [{ label: t('retention.start'), icon: Play, onClick: () => setDialog({ kind: 'start', rule }) }]
            : []),
          { label: t('retention.dry_run'), icon: Calculator, onClick: () => dryRun.mutate(rule) },
          { label: t('retention.edit'), icon: Pencil, onClick: () => setDialog({ kind: 'edit', rule }) },
          {
            label: t('retention.delete'),
            icon: Trash2,
            danger: true,
            onClick: () => setDialog({ kind: 'delete', rule }),
          },
        ],
      })}
    >
      <RunLog />
      {dialog?.kind === 'new' && <RuleDialog onClose={close} />}
      {dialog?.kind === 'edit' && <RuleDialog rule={dialog.rule} onClose={close} />}
      {dialog?.kind === 'start' && <StartDialog rule={dialog.rule} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && close()}
          title={t('retention.delete.title', { name: dialog.rule.name })}
          description={t('retention.delete.text')}
          confirmLabel={t('retention.delete')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(dialog.rule)}
        />
      )}
    </EntityList>
  )
}
