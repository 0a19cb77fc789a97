import type { Check } from './check.ts'
import { backgroundWorkCheck } from './checks/background-work.ts'
import { backupsCheck } from './checks/backups.ts'
import { certificatesCheck } from './checks/certificates.ts'
import { clockCheck } from './checks/clock.ts'
import { databaseCheck } from './checks/database.ts'
import { diskSpaceCheck } from './checks/disk-space.ts'
import { fileStoreCheck } from './checks/file-store.ts'
import { incomingDnsCheck } from './checks/incoming-dns.ts'
import { mailboxesCheck } from './checks/mailboxes.ts'
import { outgoingDnsCheck } from './checks/outgoing-dns.ts'
import { permissionsCheck } from './checks/permissions.ts'
import { portsCheck } from './checks/ports.ts'
import { schemaCheck } from './checks/schema.ts'

/** All checks, in the order in which they are shown. */
export const checks: readonly Check[] = [
  portsCheck,
  certificatesCheck,
  incomingDnsCheck,
  outgoingDnsCheck,
  mailboxesCheck,
  databaseCheck,
  schemaCheck,
  backgroundWorkCheck,
  backupsCheck,
  diskSpaceCheck,
  fileStoreCheck,
  permissionsCheck,
  clockCheck,
]
