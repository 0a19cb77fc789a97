import type { TestApp } from '../test-app.ts'
import type { SimulatedWorkspace } from './simulated-workspace.ts'
import { performAction, type UserAction } from './user-actions.ts'

/** Lives through the script: what follows by itself happens at its instant, between what people do. */
export async function runScript(
  world: SimulatedWorkspace,
  acts: readonly UserAction[],
  goTo: (at: Date) => Promise<void>,
  until: Date,
): Promise<void> {
  for (const act of acts) {
    await goTo(act.at)
    setNow(world.t, act.at)
    await performAction(world, act)
  }
  await goTo(until)
  setNow(world.t, until)
}

/** Where the engines live in another process, the clock of the people is moved here. */
function setNow({ clock }: TestApp, at: Date): void {
  if (at > clock.now()) clock.set(at)
}
