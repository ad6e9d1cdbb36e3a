package server

import (
	"bufio"
	"log"
	"net"
	"net/http"

	"roundtrip/grpc-go/wire"
)

// serveHTTP2 answers requests over HTTP/2 without TLS, whose clients know beforehand that it is that.
func serveHTTP2(listener net.Listener, answers *canned) error {
	mux := http.NewServeMux()
	for kind := wire.Unary; kind.Valid(); kind++ {
		mux.HandleFunc("POST "+kind.Path(), func(response http.ResponseWriter, request *http.Request) {
			answer, err := answers.answer(kind, bufio.NewReader(request.Body))
			if err != nil {
				http.Error(response, err.Error(), http.StatusBadRequest)
				return
			}
			response.Header().Set("Content-Type", "application/octet-stream")
			if _, err := response.Write(answer); err != nil {
				log.Printf("http2: %v", err)
			}
		})
	}
	var protocols http.Protocols
	protocols.SetUnencryptedHTTP2(true)
	return (&http.Server{Handler: mux, Protocols: &protocols}).Serve(listener)
}
