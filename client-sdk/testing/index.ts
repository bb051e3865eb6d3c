/** For clients of other rooms that are made to load or to test a server: how frames are read and written. */

export { JOIN_FRAME, PING_FRAME, readFrame, requestFrame } from '../src/socket/frames.ts';
export { socketAddress } from '../src/socket/roomSocket.ts';
