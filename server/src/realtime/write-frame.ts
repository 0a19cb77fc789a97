/** The JSON of what frames are about. Every reader of an event is sent the same object, so it is written once. */
const written = new WeakMap<object, string>()

/** The JSON of a frame, with its `object` last, which must not change any more. */
export function writeFrame(frame: object): string {
  const { object, ...head } = frame as { object?: unknown }
  if (typeof object !== 'object' || object === null) return JSON.stringify(frame)
  let text = written.get(object)
  if (text === undefined) {
    text = JSON.stringify(object)
    written.set(object, text)
  }
  return `${JSON.stringify(head).slice(0, -1)},"object":${text}}`
}
