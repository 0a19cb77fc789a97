/** `npm run check`: the fast part of the tests. With UNIT_REPORT set, the unit tests also write their results there. */
import { runSteps } from './step.ts'

const report = process.env.UNIT_REPORT
const unit = ['vitest', 'run', '--project', 'unit']

const outcomes = await runSteps(
  [
    // The longest first, so that two lanes end together.
    {
      title: 'unit',
      command: report
        ? [...unit, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
        : unit,
    },
    { title: 'types', command: ['npm', 'run', '--silent', 'types'] },
    { title: 'imports', command: ['npm', 'run', '--silent', 'imports'] },
    { title: 'packages', command: ['npm', 'run', '--silent', 'packages'] },
    { title: 'lint', command: ['npm', 'run', '--silent', 'lint'] },
  ],
  2,
)
process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1
