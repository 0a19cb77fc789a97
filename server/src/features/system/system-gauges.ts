import { type BackupPlanSources, readBackupPlan } from '../../backup/backup-plan.ts'
import { readLastBackup } from '../../backup/recorded-backups.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { GaugeSource } from '../../metrics/gauge-sources.ts'
import { conditions } from './alerts/conditions.ts'
import { lastTimeDue } from './backup-state.ts'
import { listResults } from './doctor/store-results.ts'

/** What the daily checks and the evaluation of alerts have found. */
export const systemGauges = (db: Db, clock: Clock, backups: BackupPlanSources): GaugeSource => ({
  name: 'system',
  scope: 'workspace',
  gauges: {
    parley_alerts: { help: 'Open alerts of the System page by condition', labels: ['condition'] },
    parley_certificate_expiry_timestamp_seconds: {
      help: 'When the first certificate expires, as Unix time, of those that the last check could see, expired ones included',
    },
    parley_last_backup_timestamp_seconds: {
      help: 'The time of the data in the newest finished backup, as Unix time',
    },
    parley_last_backup_failed: {
      help: 'Whether the newest attempt at a backup failed: 1, or 0',
    },
    parley_backup_due_timestamp_seconds: {
      help: 'The last scheduled time of which there must be a backup by now, as Unix time; missing without a schedule',
    },
    parley_check_findings: {
      help: 'Findings of the last check of the installation by state: warning or error',
      labels: ['state'],
    },
  },
  async read() {
    const [alerts, results, { finished, failed }, { schedule }] = await Promise.all([
      db
        .selectFrom('system_alerts')
        .select(['condition', (eb) => eb.fn.countAll<number>().as('count')])
        .where('raised_at', 'is not', null)
        .where('resolved_at', 'is', null)
        .groupBy('condition')
        .execute(),
      listResults(db),
      readLastBackup(db),
      readBackupPlan(db, backups),
    ])
    const due = schedule && lastTimeDue(schedule, clock.now())
    const findings = results.flatMap((result) => result.findings)
    const expiries = findings.flatMap(({ expires_at }) => (expires_at ? [Date.parse(expires_at) / 1000] : []))
    return {
      parley_alerts: conditions.map(({ name }) => ({
        labels: { condition: name },
        value: alerts.find(({ condition }) => condition === name)?.count ?? 0,
      })),
      parley_certificate_expiry_timestamp_seconds:
        expiries.length > 0 ? [{ value: Math.min(...expiries) }] : [],
      parley_last_backup_timestamp_seconds: finished ? [{ value: finished.created_at.getTime() / 1000 }] : [],
      parley_last_backup_failed: [{ value: failed ? 1 : 0 }],
      parley_backup_due_timestamp_seconds: due ? [{ value: due.getTime() / 1000 }] : [],
      parley_check_findings: ['warning', 'error'].map((state) => ({
        labels: { state },
        value: findings.filter((finding) => finding.state === state).length,
      })),
    }
  },
})
