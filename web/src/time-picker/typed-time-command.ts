import type { TFunction } from 'i18next'
import type { Command, TypedCommand } from '../commands/command.ts'
import { readTypedTime } from './time-phrase-text.ts'

/** The palette entry for a typed time. `label` has the placeholder {time}. */
export const typedTimeCommand =
  ({
    label,
    group,
    time_zone,
    t,
    run,
  }: {
    label: string
    group: string
    time_zone: string
    t: TFunction
    run: (at: Date) => void
  }): TypedCommand =>
  (query) => {
    const typed = readTypedTime(query, new Date(), time_zone, t)
    const at = typed?.at
    if (!typed || !at) return { command: null, note: typed?.text ?? null }
    const command: Command & { run: () => void } = {
      id: `${group}.typed`,
      label,
      labelValues: { time: typed.text },
      group,
      run: () => run(at),
    }
    return { command, note: null }
  }
