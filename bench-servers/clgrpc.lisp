;;;; Starts the RouteGuide of clgrpc's examples on port 50055, as clgrpc's own benchmark does, with the features of
;;;; the gRPC study. content/docs/grpc-server.mdx has the commands.

(require :asdf)
;; clgrpc names this library and uses nothing of it.
(asdf:register-immutable-system "fast-io")
(asdf:load-system "clgrpc-examples")
(in-package :clgrpc-examples)

;; An error that nobody handles ends its thread, and not the server.
(setf sb-ext:*invoke-debugger-hook*
      (lambda (condition hook)
        (declare (ignore hook))
        (format *error-output* "~A~%" condition)
        (sb-thread:abort-thread)))

(defparameter *route-features-clos*
  (routeguide-clos-load-features (merge-pathnames "features.json" *load-truename*)))

(let ((server (make-server :port 50055)))
  (register-service (grpc-server-router server) (make-instance 'route-guide-service-clos))
  (start-server server))
(format t "clgrpc listens on port 50055~%")
(finish-output)
(loop (sleep 1))
