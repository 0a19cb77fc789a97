import type { SystemNode, SystemStatus } from '@parley/contract/system/system-status'
import { useTranslation } from 'react-i18next'
import { byteSize } from '../../../format/byte-size.ts'
import { RelativeTime } from '../../../format/date-time.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { SystemSection, SystemTable } from '../system-section.tsx'

/** The processes of the workspace, and what each has. */
export function Nodes({ nodes, mailboxes }: Pick<SystemStatus, 'nodes' | 'mailboxes'>) {
  const { t } = useTranslation()
  const nameOf = (id: number) => mailboxes?.find(({ inbox_id }) => inbox_id === id)?.inbox_name ?? `#${id}`
  return (
    <SystemSection title={t('system.nodes')}>
      <SystemTable
        label={t('system.nodes')}
        columns={[
          { label: t('system.node') },
          { label: t('system.node.mailboxes') },
          { label: t('system.node.version') },
          { label: t('system.node.started') },
          { label: t('system.node.memory'), isNumber: true },
          { label: t('system.disk_free'), isNumber: true },
        ]}
        rows={nodes.map((node) => ({
          key: node.id,
          cells: [
            <NodeName key="name" node={node} />,
            node.inbox_ids.map(nameOf).join(', ') || '–',
            node.version,
            <RelativeTime key="started" at={node.started_at} className="whitespace-nowrap" />,
            node.memory_bytes === null ? '–' : byteSize(node.memory_bytes),
            node.disk ? byteSize(node.disk.free_bytes) : '–',
          ],
        }))}
      />
    </SystemSection>
  )
}

function NodeName({ node: { host, pid, roles, is_alive, seen_at } }: { node: SystemNode }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="font-medium wrap-anywhere">{host}</span> <span className="text-ink-3">({pid})</span>
      <span className="mt-1 flex min-w-28 flex-wrap items-center gap-1">
        {roles.map((role) => (
          <Badge key={role}>{role}</Badge>
        ))}
        {!is_alive && (
          <>
            <Badge tone="bad">{t('system.node.lost')}</Badge>
            <RelativeTime at={seen_at} className="text-xs text-ink-3" />
          </>
        )}
      </span>
    </>
  )
}
