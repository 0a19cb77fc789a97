/** The server's side of a WebSocket, in place of the browser's own (`vi.stubGlobal('WebSocket', FakeSocket)`). */
export class FakeSocket {
  static opened: FakeSocket[] = []
  onopen = () => {}
  onmessage = (_event: { data: string }) => {}
  onclose = (_event: { code: number }) => {}
  readonly url: string
  constructor(url: string) {
    this.url = url
    FakeSocket.opened.push(this)
  }
  send() {}
  close() {}
  receive(frame: object) {
    this.onmessage({ data: JSON.stringify(frame) })
  }
  hello(event_id = 'e1') {
    this.onopen()
    this.receive({ event_id, type: 'hello', reload: false })
  }
  drop(code = 1006) {
    this.onclose({ code })
  }
}
