import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files with slow tests, by part of their path, slowest first. */
const slowTestFiles = [
  'testing/simulation/',
  'rollups/accuracy',
  'bench/smoke',
  'email/imap/mailbox-watchers.',
  'email/imap/import-mails.',
  'db/embedded',
  'startup/first-sign-in',
  'email/corpus',
  'permission-matrix/matrix.',
  'operator/operator',
  'testing/imap-chaos/',
  'db/data-folder-lock',
  'startup/prepare-data-folder',
  'clocks/clock-changes',
]

/**
 * Without a previous run, Vitest starts with the largest files. These are small, so they would start last and leave one core idle: one
 * minute out of six.
 */
export class SlowestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const index = slowTestFiles.findIndex((part) => moduleId.includes(part))
      return index === -1 ? slowTestFiles.length : index
    }
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
