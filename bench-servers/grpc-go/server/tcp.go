package server

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"net"

	"roundtrip/grpc-go/wire"
)

// serveTCP answers requests over plain sockets, one after the other on each.
func serveTCP(listener net.Listener, answers *canned) error {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return err
		}
		go func() {
			defer conn.Close()
			if err := answerTCP(conn, answers); err != nil {
				log.Printf("tcp: %v", err)
			}
		}()
	}
}

// answerTCP answers until the client closes its socket. Go's sockets have TCP_NODELAY set.
func answerTCP(conn net.Conn, answers *canned) error {
	requests := bufio.NewReader(conn)
	var response []byte
	for {
		first, err := requests.ReadByte()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		kind := wire.Kind(first)
		if !kind.Valid() {
			return fmt.Errorf("got a request of kind %d, expected 1 to 4", first)
		}
		answer, err := answers.answer(kind, wire.OpenEnded{Reader: requests})
		if err != nil {
			return err
		}
		response = append(append(response[:0], answer...), wire.End[:]...)
		if _, err := conn.Write(response); err != nil {
			return err
		}
	}
}
