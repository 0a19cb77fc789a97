import type { TestApp } from '../app.ts'
import { type Act, perform } from './play.ts'
import type { World } from './world.ts'

/** Lives through the script: what follows by itself happens at its instant, between what people do. */
export async function live(
  world: World,
  acts: readonly Act[],
  goTo: (at: Date) => Promise<void>,
  until: Date,
): Promise<void> {
  for (const act of acts) {
    await goTo(act.at)
    setNow(world.t, act.at)
    await perform(world, act)
  }
  await goTo(until)
  setNow(world.t, until)
}

/** Where the engines live in another process, the clock of the people is moved here. */
function setNow({ clock }: TestApp, at: Date): void {
  if (at > clock.now()) clock.set(at)
}
